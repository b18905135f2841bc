// Written by `make generate`: the icons that the server's queues name (GET /desk).
import {
  Archive,
  BriefcaseBusiness,
  ClockArrowUp,
  EyeOff,
  Glasses,
  Inbox,
  MessagesSquare,
  Quote,
  Scale,
  ScanSearch,
  Siren,
  TimerReset,
  UserCheck,
  UsersRound,
} from "lucide-react";

export const icons = {
  "archive": Archive,
  "briefcase-business": BriefcaseBusiness,
  "clock-arrow-up": ClockArrowUp,
  "eye-off": EyeOff,
  "glasses": Glasses,
  "inbox": Inbox,
  "messages-square": MessagesSquare,
  "quote": Quote,
  "scale": Scale,
  "scan-search": ScanSearch,
  "siren": Siren,
  "timer-reset": TimerReset,
  "user-check": UserCheck,
  "users-round": UsersRound,
} as const;
