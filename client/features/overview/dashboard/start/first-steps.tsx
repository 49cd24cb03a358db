import { useSessionStorage } from '@mantine/hooks'
import { Suspense } from 'react'
import { lazyComponent } from '#client/lib/loading/lazy-component.ts'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useDeferredData } from '#client/lib/queries/use-deferred-data.ts'
import { useUser } from '#client/lib/session/session.ts'

const StepList = lazyComponent(() => import('./step-list.tsx'), 'StepList')

/** First-use steps that the user hasn't done yet; shown on each visit until none are left. */
export function FirstSteps() {
  const { user_id, viewing_as } = useUser()
  const { data, isLoading } = trpc.dashboard.firstSteps.useQuery(undefined, { enabled: !viewing_as })
  const [hidden, setHidden] = useSessionStorage({
    key: `first-steps-hidden-${user_id}`,
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  const arrived = useDeferredData(data)
  if ((isLoading || (data !== undefined && !arrived)) && !hidden) return <div data-coming />
  if (data == null || hidden) return null
  return (
    <Suspense fallback={<div data-coming />}>
      <StepList data={data} onHide={() => setHidden(true)} />
    </Suspense>
  )
}
