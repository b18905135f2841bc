/** The status of a subject that has not loaded yet, or whose status is hidden (spec, section 3: default UNKNOWN). */
export const UNKNOWN_STATUS = "UNKNOWN";
