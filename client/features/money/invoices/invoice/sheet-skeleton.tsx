import { DetailSkeleton } from '#client/components/records/detail-skeleton.tsx'
import classes from './invoice-sheet.module.css'

/** Placeholder for a document while its text loads. */
export const SheetSkeleton = () => (
  <div className={classes.paper} data-blank>
    <DetailSkeleton />
  </div>
)
