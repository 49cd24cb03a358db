import { domain } from '../../base/core/domain.ts'
import { STOPPED_WORK_EFFECTS, STOPPED_WORK_PURPOSES } from './effects.ts'
import { stoppedWorkRouter } from './router.ts'

/** Items that jobs gave up on, until somebody retries them. */
export const stoppedWork = domain({
  routers: { stoppedWork: stoppedWorkRouter },
  effects: STOPPED_WORK_EFFECTS,
  purposes: STOPPED_WORK_PURPOSES,
})
