import { Button, Group, Text } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { trpc } from '#client/lib/queries/trpc.ts'
import { errorToast } from '#client/lib/toasts/toast.ts'
import { places } from '#shared/base/links.ts'
import { RemoveSample } from '../../../work/projects/project/remove-sample.tsx'

interface SampleProjectProps {
  sample: { id: string; name: string } | null
  offered: boolean
}

/** Adds and removes the sample project. */
export function SampleProject({ sample, offered }: SampleProjectProps) {
  const navigate = useNavigate()
  const add = trpc.dashboard.addSample.useMutation({
    onError: errorToast('Failed to add the sample project'),
    onSuccess: ({ id }) => navigate(places.project(id)),
  })
  if (sample === null && !offered) return null
  return (
    <Group gap="xs" mt="xs">
      {sample === null ? (
        <>
          <Text size="sm" c="dimmed">
            Want to look around first?
          </Text>
          <Button size="compact-sm" variant="default" loading={add.isPending} onClick={() => add.mutate()}>
            Add a sample project
          </Button>
        </>
      ) : (
        <>
          <Text size="sm">
            <Link {...places.project(sample.id)}>{sample.name}</Link>
          </Text>
          <RemoveSample />
        </>
      )}
    </Group>
  )
}
