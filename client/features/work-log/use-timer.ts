import { useEffect, useState } from 'react'
import { errorToast, toast } from '#client/lib/toast.ts'
import { type Inputs, trpc } from '#client/lib/trpc.ts'
import { LONG_RUN_HOURS } from '#shared/work-log.ts'

const SECOND_MS = 1000

/** The user's timer, shared by all pages, tabs and devices. */
export function useTimer() {
  const utils = trpc.useUtils()
  const query = trpc.workLog.timer.useQuery()
  const timer = query.data
  const running = timer?.state === 'running'
  const now = useNow(running)
  // Counts from the server's response, so that a wrong local clock doesn't matter.
  const since = running ? Math.max(0, Math.floor((now - query.dataUpdatedAt) / SECOND_MS)) : 0
  const seconds = timer == null ? 0 : timer.elapsed_seconds + since

  const show = utils.workLog.timer.setData
  const start = trpc.workLog.start.useMutation({
    onSuccess: (started) => show(undefined, started),
    onError: errorToast('Failed to start the timer'),
  })
  const pause = trpc.workLog.pause.useMutation({
    onSuccess: (paused) => show(undefined, paused),
    onError: errorToast('Failed to pause the timer'),
  })
  const resume = trpc.workLog.resume.useMutation({
    onSuccess: (resumed) => show(undefined, resumed),
    onError: errorToast('Failed to continue the timer'),
  })
  const stop = trpc.workLog.stop.useMutation({
    onSuccess: () => {
      show(undefined, null)
      toast({ title: 'Timer stopped', message: 'The time has been added to your work log.' })
    },
    onError: errorToast('Failed to stop the timer'),
  })
  return {
    /** Undefined while it loads, null when there is none. */
    timer,
    /** The total of all intervals up to this second. */
    seconds,
    longRunning: timer != null && running && isLongStretch(seconds - timer.earlier_seconds),
    busy: start.isPending || pause.isPending || resume.isPending || stop.isPending,
    /** Starts a timer, stopping a running one first, so it also switches. */
    start: (work: Inputs['workLog']['start'] = {}) => start.mutate(work),
    pause: () => pause.mutate(),
    resume: () => resume.mutate(),
    stop: () => stop.mutate(),
  }
}

const isLongStretch = (seconds: number): boolean => seconds > LONG_RUN_HOURS * 3600

/** The current time, updated every second while `ticking`. */
function useNow(ticking: boolean): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!ticking) return
    setNow(Date.now())
    const interval = setInterval(() => setNow(Date.now()), SECOND_MS)
    return () => clearInterval(interval)
  }, [ticking])
  return now
}

/** "0:05:09" */
export function formatClock(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}
