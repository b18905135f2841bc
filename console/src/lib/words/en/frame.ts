export const frame = {
  product: "Docket",
  brand: "Docket, dashboard",
  skip: "Skip to the content",
  openMenu: "Open the menu",
  closeMenu: "Close the menu",
  collapse: "Collapse the sidebar",
  expand: "Keep the sidebar open",
  pendingAnnounced_one: "{{count}} review pending",
  pendingAnnounced_other: "{{count}} reviews pending",
  loadingPage: "Loading the page",
  connection: {
    reconnecting: "Reconnecting",
    offline: "Offline since {{time}}",
    returned: "Connected again",
    waiting_one: "· {{count}} change waits to be sent",
    waiting_other: "· {{count}} changes wait to be sent",
  },

  account: {
    button: "{{name}}, account menu",
    dark: "Dark theme",
    light: "Light theme",
    settings: "Settings",
    keys: "All keys",
    signOut: "Sign Out",
  },

  search: {
    label: "Search",
    open: "Search",
    close: "Close the search bar",
    type: "What to search",
    placeholder: "Enter your search term here...",
    submit: "Search",
    types: {
      everything: "Search everything",
      companies: "Companies",
      hsone: "HSOne ID",
      reviews: "WF Reviews",
      "third-party-reviews": "Google Reviews",
      accounts: "Users",
    },
  },

  create: {
    open: "Create",
    company: "Company listing",
    account: "User account",
    group: "Company group",
    review: "Review manually",
    notYet: "Not available yet",
  },

  keys: {
    title: "Keys",
    button: "All keys (?)",
    rest: "Keys do nothing while you type in a field.",
    thisSheet: "Show these keys",
    search: "Search",
    groups: {
      lists: "Lists",
      outcomes: "Outcomes of the open item",
      forms: "Forms",
      goTo: "Go to",
      general: "Everywhere",
    },
  },
} as const;
