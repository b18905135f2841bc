import "@/styles/index.css";
import "@/lib/words";

import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserRouter, RouterProvider } from "react-router-dom";

import { createQueryClient, Providers } from "./providers";
import { discoverQueues } from "./queue-routes";
import { routes } from "./routes";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

const client = createQueryClient();
const router = createBrowserRouter(routes, { patchRoutesOnNavigation: discoverQueues(client) });

createRoot(root).render(
  <StrictMode>
    <Providers client={client}>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
);
