import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { lazyLayer } from '#client/components/dialogs/lazy-layer.tsx'
import { useCan } from '#client/lib/session/session.ts'

const RequestDialog = lazyLayer(() => import('./request-dialog.tsx'), 'RequestDialog')

/** The button for clients to request a task, in this project or one they choose. */
export function NewRequest({ projectId, size }: { projectId?: string; size?: 'xs' }) {
  const request = useCan('task.request')
  const [opened, setOpened] = useState(false)
  if (!request) return null
  return (
    <>
      <Button
        {...(size && { size })}
        leftSection={<IconPlus size={size ? 14 : 16} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        New Request
      </Button>
      {opened && <RequestDialog {...(projectId && { projectId })} onClose={() => setOpened(false)} />}
    </>
  )
}
