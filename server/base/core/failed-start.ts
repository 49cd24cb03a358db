/** A reason that no restart removes; `EX_CONFIG` of sysexits.h, so that service managers can tell. */
const INVALID_SETTINGS_STATUS = 78

/** Settings with which the program can't run. */
export class InvalidSettings extends Error {}

/** Ends a program that failed, with its reason in words and a status for service managers. */
export function endWith(error: unknown): never {
  console.error(error instanceof Error ? error.message : error)
  process.exit(error instanceof InvalidSettings ? INVALID_SETTINGS_STATUS : 1)
}
