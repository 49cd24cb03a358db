/** One per editor with autosave: saves its edits, and says whether some couldn't be saved. */
export const openEdits = new Set<() => Promise<boolean>>()
