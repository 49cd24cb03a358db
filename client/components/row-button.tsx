import type { ReactNode } from 'react'
import classes from './row-button.module.css'

interface RowButtonProps {
  onClick: () => void
  children: ReactNode
}

/** A whole row that opens what it tells of. */
export const RowButton = ({ onClick, children }: RowButtonProps) => (
  <button type="button" className={classes.row} onClick={onClick}>
    {children}
  </button>
)
