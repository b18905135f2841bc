import type { CompanyReport, GroupDetails } from "@/api/types";

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
  months: Array.from({ length: 12 }, (_, index) => ({
    begins: `2026-${String(index + 1).padStart(2, "0")}-01`,
    received: index + 1,
    reviews: index,
    rating: index === 5 ? null : 4.5,
  })),
  open_tickets: 3,
  accounts: 2,
};

/** A group with an RPP page. */
export const aGroup = (change: Partial<GroupDetails> = {}): GroupDetails => ({
  id: 5,
  name: "Smiles",
  slug: "smiles",
  rpp_page: true,
  internal: false,
  country: 2,
  created: "2026-11-20T09:42:00Z",
  companies: 1,
  reviews: 1204,
  rating: 4.56,
  recent: 61,
  made_by: { id: 3, name: "Isla Rennie" },
  ...change,
});
