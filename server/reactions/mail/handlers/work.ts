import type { Handlers } from '../../../core/events.ts'

export const work: Handlers = {}
