import { useParams } from "react-router-dom";

import { StoryPage } from "./story-page";

/** The page of `review/{id}`, for the route table. */
export function ReviewPage() {
  const { reviewID } = useParams();
  return <StoryPage key={reviewID} reviewId={Number(reviewID)} />;
}
