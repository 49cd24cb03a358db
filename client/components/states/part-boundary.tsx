import { Button, Text } from '@mantine/core'
import { CatchBoundary } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useCrash } from './crash-screen.tsx'

/** A part of a screen whose failure doesn't affect the rest. */
export const PartBoundary = ({ children }: { children: ReactNode }) => (
  <CatchBoundary getResetKey={() => ''} errorComponent={PartFailed}>
    {children}
  </CatchBoundary>
)

function PartFailed({ error }: { error: unknown }) {
  const offline = useCrash(error)
  return (
    <div role="alert">
      <Text c="dimmed" mb="xs">
        {offline ? 'This part opens as soon as you’re back online.' : 'This part couldn’t be displayed.'}
      </Text>
      {!offline && (
        <Button variant="default" size="xs" onClick={() => location.reload()}>
          Reload
        </Button>
      )}
    </div>
  )
}
