import { domain } from '../../base/core/domain.ts'
import { STOPPED_WORK_EFFECTS } from './effects.ts'
import { stoppedWorkRouter } from './router.ts'

/** What jobs gave up on, until somebody has it tried again. */
export const stoppedWork = domain({
  routers: { stoppedWork: stoppedWorkRouter },
  effects: STOPPED_WORK_EFFECTS,
})
