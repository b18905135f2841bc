import type { Decision, TaskDetail } from "@/api/types";

import { endHolds } from "./support/holds";
import { Receiver } from "./support/receiver";
import { expect, type SignedIn, test } from "./support/test";

const QUEUES = {
  unverified: "/reviews/awaiting-verification",
  pending: "/reviews/moderate",
  investigation: "/reviews/under-investigation",
  escalated: "/reviews/escalated",
  queued: "/reviews/queued",
} as const;

const QUESTION = "Ask the practice whether there was an appointment on the 3rd.";
const NOTES = "The practice says no; the author has sent a receipt.";
const ADVICE = "A receipt is enough: publish it.";
const FACTS = "The receipt is from another practice of the same name.";
const MISTAKE = "The two practices are one: the receipt holds.";

interface Step {
  /** The outcome's letter. */
  key: string;
  /** What its form is filled with, by label; the reason is chosen. */
  reason?: string;
  text?: { label: string; value: string };
}

/** Takes an item by the keyboard and decides it. Answers with the step that follows. */
async function decide({ page, desk }: SignedIn, queue: keyof typeof QUEUES, taskId: number, step: Step) {
  await desk.take(taskId, QUEUES[queue]);
  const answered = page.waitForResponse((answer) => answer.url().endsWith(`/tasks/${taskId}/decision`));
  await page.keyboard.press(step.key);
  if (step.reason) await desk.reason.selectOption({ label: step.reason });
  if (step.text) {
    await desk.form.getByLabel(step.text.label).fill(step.text.value);
    await page.keyboard.press("Control+Enter");
  }
  const { next } = (await (await answered).json()) as Decision;
  if (!next) throw new Error("Nothing follows.");
  return next;
}

/** Ends the hold of a decision, and waits until the decision was carried out. */
async function holdEnds({ api }: SignedIn, task: TaskDetail): Promise<void> {
  await endHolds(task.subject.id);
  await expect
    .poll(async () => (await api.history(task.process.id)).some(({ action }) => action === "fire"))
    .toBe(true);
}

test("a review goes the whole way, by three people, and everything about it is told", async ({ visit }) => {
  const receiver = new Receiver();
  const [, ines, noor, head] = await Promise.all([
    receiver.start(),
    visit({ as: "MODERATOR" }),
    visit({ as: "MODERATOR" }),
    visit({ as: "HEAD_MODERATOR" }),
  ]);
  const { task_id: arrived } = await ines.api.pick("unverified");
  const before = await ines.api.task(arrived);
  const review = before.subject.id;
  let next = { task_id: arrived };

  await test.step("it is verified, and put under investigation", async () => {
    next = await decide(ines, "unverified", arrived, { key: "v" });
    const text = { label: "What is to be found out", value: QUESTION };
    next = await decide(noor, "pending", next.task_id, { key: "i", text });
  });

  await test.step("it is escalated with notes, and returned with advice to where it came from", async () => {
    next = await decide(ines, "investigation", next.task_id, { key: "e", text: { label: "Notes", value: NOTES } });
    await head.desk.open(`${QUEUES.escalated}?item=${next.task_id}`);
    await expect(head.desk.timeline.filter({ hasText: NOTES })).toBeVisible();
    next = await decide(head, "escalated", next.task_id, { key: "t", text: { label: "Advice", value: ADVICE } });
    expect(next).toMatchObject({ queue: "investigation" });
  });

  await test.step("it is approved, and recalled by somebody else before its hold ends", async () => {
    next = await decide(noor, "investigation", next.task_id, { key: "a" });
    expect(next).toMatchObject({ queue: "queued", undo: "recall" });
    next = await decide(ines, "queued", next.task_id, { key: "c" });
    expect(next).toMatchObject({ queue: "investigation" });
  });

  let ended = next;
  await test.step("it is rejected with a reason and the facts, for good when the hold ends", async () => {
    const text = { label: "Facts", value: FACTS };
    ended = await decide(noor, "investigation", next.task_id, { key: "r", reason: "Wrong business", text });
    expect((await noor.api.task(ended.task_id)).subject.status).toBe("rejected");
    expect(receiver.of(review)).toEqual([]); // nobody outside hears of it while it can be taken back
    await holdEnds(noor, before);
    await expect.poll(() => receiver.of(review).map(({ kind }) => kind)).toEqual(["review.rejected"]);
  });

  await test.step("a head moderator reinstates it, and it is published when its hold ends", async () => {
    const path = `/processes/${before.process.kind}/${before.process.id}/reinstatement`;
    const again = await head.api.ask<{ task_id: number }>("POST", path, { notes: MISTAKE });
    next = await decide(head, "escalated", again.task_id, { key: "a" });
    const waiting = await head.api.task(next.task_id);
    expect(waiting.process.id).not.toBe(before.process.id);
    await holdEnds(head, waiting);
    expect((await head.api.task(next.task_id)).subject.status).toBe("published");
  });

  await test.step("the timeline tells all of it in sentences", async () => {
    const [n, h] = [noor.person.name, head.person.name];
    await ines.desk.open(`${QUEUES.investigation}?item=${ended.task_id}`);
    await expect(ines.desk.item.locator(".lockbar")).toContainText("Rejected.");
    await expect(ines.desk.timeline).toContainText([
      "Rejected when its hold ended",
      new RegExp(`${n} rejected it.*Wrong business.*${FACTS}`),
      "You recalled it",
      `${n} approved it`,
      new RegExp(`${h} .*${ADVICE}`, "i"),
      new RegExp(`You .*escalate.*${NOTES}`, "i"),
      new RegExp(`${n} .*investigat.*${QUESTION}`, "i"),
      /You .*verif/i,
      "Received from",
    ]);
    await head.desk.open(`${QUEUES.queued}?item=${next.task_id}`);
    await expect(head.desk.item.locator(".lockbar")).toContainText("Published.");
    await expect(head.desk.timeline).toContainText([
      "Published when its hold ended",
      "You approved it",
      MISTAKE,
    ]);
  });

  await test.step("outside, each event has arrived once, by its id, signed and in order", async () => {
    await expect.poll(() => receiver.of(review).length).toBe(2);
    const events = receiver.of(review);
    expect(events.map(({ kind, sequence }) => [kind, sequence])).toEqual([
      ["review.rejected", 1],
      ["review.published", 2],
    ]);
    const ids = receiver.deliveries.map(({ event }) => event.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(receiver.deliveries.every(({ event, header }) => event.id === header)).toBe(true);
    expect(receiver.deliveries.every(({ genuine }) => genuine)).toBe(true);
    await receiver.stop();
  });
});
