import { useMediaQuery } from '@mantine/hooks'

/** The same breakpoint as in the stylesheets. */
const PHONE = '(max-width: 48em)'
const WIDE = '(min-width: 75em)'

/** Known before the first paint: nothing is drawn for a desk, then drawn again for a phone. */
const useMatch = (query: string): boolean =>
  useMediaQuery(query, undefined, { getInitialValueInEffect: false })

export const usePhone = (): boolean => useMatch(PHONE)

/** Room for every column of a table. */
export const useWide = (): boolean => useMatch(WIDE)
