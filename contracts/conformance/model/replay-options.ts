/** Options of the command `replay`, which repeats a case of a run: a name, and its value unless it has none. */
export type ReplayOptions = readonly (readonly [string, string | true])[];
