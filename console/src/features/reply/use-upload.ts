import { useState } from "react";

import { answer, api } from "@/api/client";

import type { Upload } from "./files";

/**
 * Uploads a file of a reply that is not sent yet. Null: it was not taken. No command: the same file of the same person is
 * one upload, so that trying again needs no key, and what is never sent is deleted after a day.
 */
export function useUpload() {
  const [waiting, setWaiting] = useState(0);
  const send = async (file: File): Promise<Upload | null> => {
    setWaiting((count) => count + 1);
    try {
      const { id, name } = await answer(
        api.POST("/api/attachments", {
          body: { file: "" }, // the schema has files as text; the form below is what is sent
          bodySerializer: () => {
            const form = new FormData();
            form.append("file", file);
            return form;
          },
        }),
      );
      return { id, name };
    } catch {
      return null;
    } finally {
      setWaiting((count) => count - 1);
    }
  };
  return { send, busy: waiting > 0 };
}
