import { createContext, use } from "react";

/** The kind of thing to create; a review belongs to a company. */
export type Asked = "company" | "account" | "group" | { reviewOf: number };

export const CreateContext = createContext<(asked: Asked) => void>(() => undefined);

/** Opens the dialog that creates the given kind of thing. */
export const useCreate = (): ((asked: Asked) => void) => use(CreateContext);
