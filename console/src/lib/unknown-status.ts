/** The status of what has not loaded yet, or whose status is not to be seen (spec, section 3: default UNKNOWN). */
export const UNKNOWN_STATUS = "UNKNOWN";
