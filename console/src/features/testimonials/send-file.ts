import { ApiError } from "@/api/error";
import { accessToken } from "@/lib/access-token";
import { connection } from "@/lib/connection";

interface Sent {
  id: number;
}

/**
 * Uploads a testimonial with its file, and reports the sent share, 0 to 1, which `fetch` cannot do. The same key adds
 * it only once. Throws `ApiError`.
 */
export function sendTestimonial(data: object, file: File, key: string, onProgress: (part: number) => void): Promise<Sent> {
  const form = new FormData();
  form.append("data", JSON.stringify(data));
  form.append("file", file);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", "/api/testimonials");
    request.setRequestHeader("Authorization", `Bearer ${accessToken.get() ?? ""}`);
    request.setRequestHeader("Idempotency-Key", key);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const body = read(request.responseText);
      if (request.status < 300) resolve(body as unknown as Sent);
      else reject(new ApiError(request.status, { code: "unknown", message: request.statusText, ...body }));
    };
    request.onerror = () => {
      connection.failed();
      reject(ApiError.unreachable("the upload ended without an answer"));
    };
    request.send(form);
  });
}

function read(text: string): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
