import type { Handlers } from '../../../core/events.ts'

export const time: Handlers = {}
