import { MouseSensor, TouchSensor, useSensor } from '@dnd-kit/core'

/** A drag starts after this many px, so that clicks still work. */
const MOUSE_DISTANCE = 6
/** Touch delay in ms, so that swipes still scroll. */
const TOUCH_DELAY_MS = 250
const TOUCH_TOLERANCE = 8

/** How mouse and touch drag tasks, on the board and the timeline. */
export const usePointerSensors = () =>
  [
    useSensor(MouseSensor, { activationConstraint: { distance: MOUSE_DISTANCE } }),
    useSensor(TouchSensor, {
      activationConstraint: { delay: TOUCH_DELAY_MS, tolerance: TOUCH_TOLERANCE },
    }),
  ] as const
