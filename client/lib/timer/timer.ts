import { useEffect, useState } from 'react'
import { type Inputs, trpc } from '#client/lib/queries/trpc.ts'
import { useCan, useUser } from '#client/lib/session/session.ts'
import { errorToast, toast } from '#client/lib/toasts/toast.ts'
import { LONG_RUN_HOURS, type TimerDto } from '#shared/time/work-log.ts'

const SECOND_MS = 1000

/** Whether the user's time belongs to an agency, so that it can be tracked on its tasks. */
export function useTracksTime(): boolean {
  const { agency_id, viewing_as } = useUser()
  return useCan('timesheet.own') && agency_id !== null && !viewing_as
}

/** Starts, pauses and stops the user's timer. */
export function useTimerActions() {
  const utils = trpc.useUtils()
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
  const undoSwitch = trpc.workLog.undoSwitch.useMutation({
    onSuccess: (before) => show(undefined, before),
    onError: errorToast('Failed to undo'),
  })

  /** Starts a timer; a running or paused one is stopped first, which can be undone. */
  async function startOrSwitch(work: Inputs['workLog']['start'] = {}) {
    const before = utils.workLog.timer.getData()
    const { undo } = await start.mutateAsync(work)
    if (before == null || undo === null) return
    toast({
      title: 'Timer switched',
      message: `The timer on ${workName(before)} was stopped.`,
      action: { label: 'Undo', onClick: () => undoSwitch.mutate({ undo }) },
    })
  }

  return {
    busy: start.isPending || pause.isPending || resume.isPending || stop.isPending,
    start: (work?: Inputs['workLog']['start']) => void startOrSwitch(work).catch(reported),
    pause: () => pause.mutate(),
    resume: () => resume.mutate(),
    stop: () => stop.mutate(),
  }
}

/** The mutations show their own errors. */
const reported = () => {}

/** The user's timer, shared by all pages, tabs and devices. */
export function useTimer() {
  const query = trpc.workLog.timer.useQuery()
  const actions = useTimerActions()
  const timer = query.data
  const running = timer?.state === 'running'
  const now = useNow(running)
  // Counts from the server's response, so that a wrong local clock doesn't matter.
  const since = running ? Math.max(0, Math.floor((now - query.dataUpdatedAt) / SECOND_MS)) : 0
  const seconds = timer == null ? 0 : timer.elapsed_seconds + since
  return {
    /** Undefined while it loads, null when there is none. */
    timer,
    /** The total of all intervals up to this second. */
    seconds,
    longRunning: timer != null && running && isLongStretch(seconds - timer.earlier_seconds),
    ...actions,
  }
}

/** A short description of what the timer is for. */
export const workName = ({ entry }: TimerDto): string =>
  entry.task?.title ?? entry.project?.name ?? entry.note ?? 'no project'

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
