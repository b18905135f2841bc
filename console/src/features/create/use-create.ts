import { createContext, use } from "react";

/** What somebody asks to create; a review is one of a company. */
export type Asked = "company" | "account" | "group" | { reviewOf: number };

export const CreateContext = createContext<(asked: Asked) => void>(() => undefined);

/** Opens the dialog that creates what is asked for. */
export const useCreate = (): ((asked: Asked) => void) => use(CreateContext);
