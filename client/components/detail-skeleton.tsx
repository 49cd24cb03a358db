import { Skeleton, Stack } from '@mantine/core'

/** A record to come. */
export const DetailSkeleton = () => (
  <Stack gap="md" role="status" aria-label="Loading">
    <Skeleton h={40} />
    <Skeleton h={36} />
    <Skeleton h={220} />
  </Stack>
)
