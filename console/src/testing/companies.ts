import type { CompanyReport } from "@/api/types";

/** A company with figures. */
export const aCompany: CompanyReport = {
  id: 31,
  name: "Tan Dental",
  category: { id: 1, name: "Dental practice" },
  status: "open",
  country: 1,
  hsone_id: null,
  slug: "tan-dental",
  address: "",
  postcode: "RH11 7HL",
  phone: "",
  checks_testimonials: false,
  website: "https://tan.example",
  created: "2026-11-01T08:00:00Z",
  groups: [{ id: 5, name: "Smiles" }],
  tags: [{ id: 7, name: "Kind staff" }],
  rating: 4.25,
  reviews: 12,
  by_stars: [{ rating: 5, reviews: 9 }],
  by_status: [{ status: "pending", reviews: 3 }],
  ageing: [{ rating: 1, waiting: 3, oldest_at: "2026-11-20T08:00:00Z", average_at: "2026-11-20T08:00:00Z" }],
  requests: { rating: null, requests: 4, open: 1, decided: 3, refused: 2, refused_share: 0.667 },
  requests_by_stars: [],
};
