import { python } from "./manage";

/** Ends the holds of all decisions about a review at once; the scheduler carries the decisions out within seconds. */
export async function endHolds(review: number): Promise<void> {
  const tasks = `Task.objects.filter(process__subject_id=${review}, status__in=OPEN, fires_at__isnull=False)`;
  await python(`from django.db.models.functions import Now; from workflows.models import OPEN, Task; ${tasks}.update(fires_at=Now())`);
}
