import { connect, createServer, type Server, type Socket } from "node:net";
import type { AddressInfo } from "node:net";

/**
 * A way to the product of its own port. Cut, its connections break and new ones are refused, as those to a server that
 * was killed; the other tests keep the product.
 */
export class Link {
  private readonly sockets = new Set<Socket>();
  private server: Server | null = null;
  private port = 0;

  async open(): Promise<string> {
    const { hostname, port } = new URL(process.env.DOCKET_URL ?? "");
    this.server = createServer((near) => {
      const far = connect(Number(port), hostname);
      for (const socket of [near, far]) {
        this.sockets.add(socket);
        socket.on("error", () => undefined); // a cut is what the test wants
        socket.on("close", () => this.sockets.delete(socket));
      }
      near.pipe(far).pipe(near);
    });
    const { server } = this;
    await new Promise<void>((ready) => server.listen(this.port, "127.0.0.1", ready));
    this.port = (server.address() as AddressInfo).port;
    return `http://127.0.0.1:${this.port}`;
  }

  async cut(): Promise<void> {
    const { server } = this;
    const closed = new Promise((done) => (server ? server.close(done) : done(null)));
    this.sockets.forEach((socket) => socket.destroy());
    await closed;
  }
}
