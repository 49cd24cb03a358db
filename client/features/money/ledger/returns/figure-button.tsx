import type { ReactNode } from 'react'
import { useSearchState } from '#client/lib/search-state.ts'
import { accountsSearch } from '../accounts-search.ts'
import classes from '../finance.module.css'

/** Opens the documents behind a figure; plain text if it has none. */
export function FigureButton({
  figure,
  count,
  children,
}: {
  figure: string
  count: number | null
  children: ReactNode
}) {
  const [, setState] = useSearchState(accountsSearch)
  if (!count) return children
  return (
    <button type="button" className={classes.figure} onClick={() => setState({ figure }, 'push')}>
      {children}
    </button>
  )
}
