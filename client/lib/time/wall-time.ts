import { inZone } from './dates.ts'

export const wallDate = (instant: string, zone: string): string => inZone(instant, zone).format('YYYY-MM-DD')
export const wallClock = (instant: string, zone: string): string => inZone(instant, zone).format('HH:mm')
