import type { Handlers } from '../../../base/core/events.ts'

export const work: Handlers = {}
