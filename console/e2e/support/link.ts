import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/**
 * A way to the product of its own port. Cut, its connections break and new ones are reset, as those to a server that
 * was killed; the other tests keep the product. The port stays bound meanwhile: nobody else gets it.
 */
export class Link {
  private readonly sockets = new Set<Socket>();
  private isCut = false;
  private readonly server = createServer((near) => {
    if (this.isCut) {
      near.resetAndDestroy();
      return;
    }
    const { hostname, port } = new URL(process.env.DOCKET_URL ?? "");
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) {
      this.sockets.add(socket);
      socket.on("error", () => undefined); // a cut is what the test wants
      socket.on("close", () => this.sockets.delete(socket));
    }
    near.pipe(far).pipe(near);
  });

  async open(): Promise<string> {
    await new Promise<void>((ready) => this.server.listen(0, "127.0.0.1", ready));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  cut(): void {
    this.isCut = true;
    this.sockets.forEach((socket) => socket.destroy());
  }

  mend(): void {
    this.isCut = false;
  }

  close(): void {
    this.cut();
    this.server.close();
  }
}
