import type { FileDto, FileReview } from '#shared/work/files.ts'

/** Cached file queries: one file, a page, or pages. */
export type CachedFiles = FileDto | { items: FileDto[] } | { pages: { items: FileDto[] }[] }

export interface Answer {
  id: string
  review: FileReview
}

/** The same data with the updated file, wherever it occurs. */
export function withAnswer<Data extends CachedFiles>(data: Data, answer: Answer): Data {
  if ('pages' in data) return { ...data, pages: data.pages.map((page) => withAnswer(page, answer)) }
  if ('items' in data) return { ...data, items: data.items.map((file) => withAnswer(file, answer)) }
  return data.id === answer.id ? { ...data, review: answer.review, review_comment: null } : data
}
