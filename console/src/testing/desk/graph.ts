import type { Graph } from "@/api/types";

type Node = Graph["nodes"][number];

const node = (name: string, type: Node["type"] = "task"): Node => ({
  name,
  title: name,
  type,
  queue: type === "task" ? name : null,
});

/** A process with a backward edge, two ends, a hold, and a second start. */
export const GRAPH: Graph = {
  nodes: [
    node("received", "start"),
    node("screened", "step"),
    node("unverified"),
    node("pending"),
    node("investigation"),
    node("reinstated", "start"),
    node("escalated"),
    node("queued"),
    node("refused", "hold"),
    node("published", "end"),
    node("rejected", "end"),
    node("withdrawn", "end"),
  ],
  edges: [
    ["received", "screened", ""],
    ["screened", "investigation", ""],
    ["screened", "unverified", ""],
    ["screened", "pending", ""],
    ["unverified", "pending", "Verify"],
    ["unverified", "refused", "Reject"],
    ["pending", "queued", "Approve"],
    ["pending", "refused", "Reject"],
    ["pending", "investigation", "Investigate"],
    ["investigation", "queued", "Approve"],
    ["investigation", "pending", "Return"],
    ["reinstated", "escalated", ""],
    ["escalated", "queued", "Approve"],
    ["queued", "published", "Publish now"],
    ["queued", "queued", "Reschedule"],
    ["queued", "pending", "Recall"],
    ["refused", "rejected", "Confirm now"],
    ["refused", "pending", "Recall"],
  ].map(([source = "", target = "", label = ""]) => ({ source, target, label })),
};
