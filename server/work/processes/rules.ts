import { shiftDate } from '#shared/base/calendar.ts'
import type { RunStepDto } from '#shared/work/processes.ts'

/** Percentage of finished runs that were completed, rounded; null if none have finished. */
export const successRate = (completed: number, finished: number): number | null =>
  finished === 0 ? null : Math.round((completed / finished) * 100)

/** Mean number of days with one decimal; null for an empty list. */
export const meanDays = (milliseconds: readonly number[]): number | null =>
  milliseconds.length === 0
    ? null
    : Math.round(milliseconds.reduce((sum, value) => sum + value, 0) / milliseconds.length / 8_640_000) / 10

export const stepDueDate = (startDate: string, offsetDays: number): string => shiftDate(startDate, offsetDays)

export const runProgress = (steps: readonly { completed_at: string | null }[]): number =>
  steps.length === 0
    ? 0
    : Math.round((steps.filter((step) => step.completed_at !== null).length / steps.length) * 100)

/** The first unchecked step, in whatever order steps were checked. */
export const currentStep = (steps: readonly RunStepDto[]): RunStepDto | null =>
  steps.find((step) => step.completed_at === null) ?? null
