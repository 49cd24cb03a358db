import { useMediaQuery } from '@mantine/hooks'

/** The same breakpoint as in the stylesheets. */
const PHONE = '(max-width: 48em)'
const WIDE = '(min-width: 75em)'

/** Known before the first paint, so that a phone doesn't render the desktop layout first. */
const useMatch = (query: string): boolean =>
  useMediaQuery(query, undefined, { getInitialValueInEffect: false })

export const usePhone = (): boolean => useMatch(PHONE)

/** Wide enough for every column of a table. */
export const useWide = (): boolean => useMatch(WIDE)

/** Whether a finger is the main pointer, so that typing is on the screen. */
export const isTouch = (): boolean => matchMedia('(pointer: coarse)').matches
