export interface paths {
  "/auth/login": {
    post: {
      parameters: Nothing;
      requestBody: Json<components["schemas"]["Login"]>;
      responses: { 200: Answer<components["schemas"]["SignedIn"]>; default: Refusal };
    };
  };
  "/auth/logout": {
    post: { parameters: Nothing; requestBody?: never; responses: { 204: Empty; default: Refusal } };
  };
  "/auth/logout-others": {
    post: { parameters: Nothing; requestBody?: never; responses: { 204: Empty; default: Refusal } };
  };
  "/user/me": {
    get: { parameters: Nothing; requestBody?: never; responses: { 200: Answer<components["schemas"]["User"]>; default: Refusal } };
  };
  "/cms/counts": {
    get: { parameters: Nothing; requestBody?: never; responses: { 200: Answer<components["schemas"]["Counts"]>; default: Refusal } };
  };
  "/queues": {
    get: { parameters: Nothing; requestBody?: never; responses: { 200: Answer<components["schemas"]["QueueSummary"][]>; default: Refusal } };
  };
  "/queues/{queue}/tasks": {
    get: {
      parameters: {
        query?: { cursor?: string; limit?: number; company?: string; rating?: number; q?: string; flagged?: boolean };
        header?: never;
        path: { queue: string };
        cookie?: never;
      };
      requestBody?: never;
      responses: { 200: Answer<components["schemas"]["TaskPage"]>; default: Refusal };
    };
  };
  "/queues/{queue}/next": {
    post: {
      parameters: { query?: never; header?: never; path: { queue: string }; cookie?: never };
      requestBody?: never;
      responses: { 200: Answer<components["schemas"]["TaskDetail"]>; 204: Empty; default: Refusal };
    };
  };
  "/tasks/{task_id}": {
    get: {
      parameters: OfTask;
      requestBody?: never;
      responses: { 200: Answer<components["schemas"]["TaskDetail"]>; default: Refusal };
    };
  };
  "/tasks/{task_id}/lock": {
    put: {
      parameters: OfTask;
      requestBody: Json<{ extend?: boolean }>;
      responses: { 200: Answer<components["schemas"]["Lock"]>; default: Refusal };
    };
    delete: { parameters: OfTask; requestBody?: never; responses: { 204: Empty; default: Refusal } };
  };
  "/tasks/{task_id}/decision": {
    post: {
      parameters: OfTask;
      requestBody: Json<components["schemas"]["Decision"]>;
      responses: { 200: Answer<components["schemas"]["Decided"]>; default: Refusal };
    };
  };
  "/processes/{kind}/{id}/history": {
    get: {
      parameters: { query?: never; header?: never; path: { kind: string; id: number }; cookie?: never };
      requestBody?: never;
      responses: { 200: Answer<components["schemas"]["History"]>; default: Refusal };
    };
  };
  "/processes/{kind}/graph": {
    get: {
      parameters: { query?: never; header?: never; path: { kind: string }; cookie?: never };
      requestBody?: never;
      responses: { 200: Answer<components["schemas"]["Graph"]>; default: Refusal };
    };
  };
}

interface Nothing {
  query?: never;
  header?: never;
  path?: never;
  cookie?: never;
}
interface OfTask {
  query?: never;
  header?: never;
  path: { task_id: number };
  cookie?: never;
}
interface Json<T> {
  content: { "application/json": T };
}
interface Answer<T> {
  headers: Record<string, unknown>;
  content: { "application/json": T };
}
interface Empty {
  headers: Record<string, unknown>;
  content?: never;
}
type Refusal = Answer<components["schemas"]["Error"]>;

export interface components {
  schemas: {
    Error: {
      code: string;
      message: string;
      fields?: Record<string, string[]> | null;
      holder?: components["schemas"]["Person"] | null;
      since?: string | null;
      until?: string | null;
      retry_after?: number | null;
    };
    Person: { id: number; name: string };
    Login: { email: string; password: string };
    SignedIn: { accessToken: string; user: components["schemas"]["User"] };
    User: {
      id: number;
      name: { full: string; first: string; last: string };
      email: string;
      avatarFilename: string | null;
      cms_access: string[];
      access_level: string;
      on_duty: boolean;
    };
    Counts: {
      pending: number;
      assigned_to_me: number;
      escalated: number;
      unverified: number;
      investigation: number;
      queued: number;
      requests_to_restrict: number;
      backlog: number;
      testimonials: number;
      tickets: number;
      assigned_to_others: number;
    };
    QueueSummary: {
      name: string;
      title: string;
      permission: string;
      open: number;
      oldest_at: string | null;
      overdue: number;
    };
    TaskSummary: {
      id: number;
      title: string;
      excerpt: string;
      company: components["schemas"]["Person"] | null;
      author_name: string;
      rating: number | null;
      source: string;
      flagged: number;
      received_at: string;
    };
    TaskRow: {
      task_id: number;
      kind: string;
      queue: string;
      locked: boolean;
      locked_by: string;
      locked_id: number;
      locked_since: string | null;
      locked_until: string | null;
      assigned_to: components["schemas"]["Person"] | null;
      due_at: string | null;
      created_at: string;
      priority: number;
      summary: components["schemas"]["TaskSummary"];
    };
    TaskPage: { items: components["schemas"]["TaskRow"][]; next_cursor: string | null };
    FlaggedWord: { word: string; entry_id: number; field: string; start: number; end: number; action: string };
    SubjectCompany: { id: number; name: string; rating: number | null; reviews: number; recent: number };
    Subject: {
      id: number;
      type: string;
      data: Record<string, unknown>;
      locked: boolean;
      locked_by: string;
      locked_id: number;
      assigned_to: components["schemas"]["Person"] | null;
      escalation_notes: string;
      title: string;
      authorName: string;
      anonymous: boolean;
      businessName: string | null;
      jobTitle: string | null;
      text: string;
      constructive: string;
      status: string;
      flagged_words: components["schemas"]["FlaggedWord"][];
      company: components["schemas"]["SubjectCompany"] | null;
      rating: number | null;
      source: string;
      received_at: string;
      posted_at: string | null;
      revision: number;
    };
    Outcome: {
      name: string;
      label: string;
      hotkey: string;
      tone: "primary" | "neutral" | "danger";
      form: Record<string, unknown> | null;
    };
    TaskDetail: Omit<components["schemas"]["TaskRow"], "summary"> & {
      queue_title: string;
      permission: string;
      process: { kind: string; id: number };
      open: boolean;
      subject: components["schemas"]["Subject"];
      outcomes: components["schemas"]["Outcome"][];
    };
    Lock: { locked_since: string; locked_until: string; limit_at: string };
    Decision: { outcome: string; form: Record<string, unknown>; revision?: number | null };
    Decided: {
      status: string;
      next: { task_id: number; queue: string; due_at: string | null; undo: string | null } | null;
    };
    HistoryEvent: {
      seq: number;
      at: string;
      action: string;
      actor: components["schemas"]["Person"] | null;
      node: string;
      queue_title: string | null;
      label: string;
      text: string | null;
      request_id: string;
    };
    History: { events: components["schemas"]["HistoryEvent"][] };
    GraphNode: { name: string; title: string; type: "start" | "task" | "hold" | "end" | "step"; queue: string | null };
    Graph: { nodes: components["schemas"]["GraphNode"][]; edges: { from: string; to: string; label: string }[] };
  };
}
