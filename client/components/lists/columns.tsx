import type { ReactNode } from 'react'
import classes from './columns.module.css'

/** Main content with a secondary column; stacked on narrow screens. */
export const Columns = ({ main, side }: { main: ReactNode; side: ReactNode }) => (
  <div className={classes.columns}>
    <div className={classes.column}>{main}</div>
    <div className={classes.column}>{side}</div>
  </div>
)
