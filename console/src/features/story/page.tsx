import { useParams } from "react-router-dom";

import { StoryPage } from "./story-page";

/** `review/{id}`, for the table of routes. */
export function ReviewPage() {
  const { reviewID } = useParams();
  return <StoryPage key={reviewID} reviewId={Number(reviewID)} />;
}
