/** Calendar dates, YYYY-MM-DD. */
export interface TaskDates {
  start_date: string | null
  due_date: string | null
}

export const STARTS_TOO_LATE = 'The start date can’t be after the due date.'

/** Whether a task starts on or before its due date, if it has both. */
export const startsInTime = ({ start_date, due_date }: TaskDates): boolean =>
  start_date === null || due_date === null || start_date <= due_date
