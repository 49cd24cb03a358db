import { Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { type Query, QueryState } from '../states/query-state.tsx'
import classes from './detail-page.module.css'

const FACTS = ['44%', '32%', '52%', '28%']
const ROWS = ['58%', '44%', '50%']

/** Placeholder for a record: its heading, facts and a list. */
export const DetailSkeleton = () => (
  <Stack gap="lg" role="status" aria-label="Loading">
    <Stack gap={10}>
      <Skeleton h={20} w="min(320px, 70%)" />
      <Skeleton h={12} w="min(200px, 45%)" />
    </Stack>
    <Stack gap={14}>
      {FACTS.map((width) => (
        <div key={width} className={classes.fact}>
          <Skeleton h={10} w={72} />
          <Skeleton h={10} w={`min(280px, ${width})`} />
        </div>
      ))}
    </Stack>
    <div className={classes.rows}>
      {ROWS.map((width) => (
        <div key={width}>
          <Skeleton h={10} w={width} />
        </div>
      ))}
    </div>
  </Stack>
)

interface DetailPendingProps {
  query: Query<unknown>
  /** The record type, for example "Project"; the page's heading until the record has loaded. */
  kind: string
}

/** A full page whose record is loading or unavailable. */
export const DetailPending = ({ query, kind }: DetailPendingProps) => (
  <>
    <VisuallyHidden component="h1">{kind}</VisuallyHidden>
    <QueryState query={query} loading={<DetailSkeleton />} />
  </>
)

/** The same for a full page whose code is still loading. */
export const DetailPageSkeleton = ({ kind }: Pick<DetailPendingProps, 'kind'>) => (
  <div className={classes.page}>
    <VisuallyHidden component="h1">{kind}</VisuallyHidden>
    <Skeleton h={12} w={96} my={12} />
    <DetailSkeleton />
  </div>
)
