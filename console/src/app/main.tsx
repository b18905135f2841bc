import "@/styles/index.css";
import "@/lib/words";

import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserRouter, RouterProvider } from "react-router-dom";

import { Providers } from "./providers";
import { routes } from "./routes";
import { reloadAfterDeployment } from "./stale-build";

reloadAfterDeployment();

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

createRoot(root).render(
  <StrictMode>
    <Providers>
      <RouterProvider router={createBrowserRouter(routes)} />
    </Providers>
  </StrictMode>,
);
