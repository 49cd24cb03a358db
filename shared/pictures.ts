export const PICTURE_KINDS = ['avatar', 'agency-logo', 'platform-logo'] as const
export type PictureKind = (typeof PICTURE_KINDS)[number]

/** Bytes of an upload. */
export const MAX_PICTURE_SIZE = 5 * 1024 * 1024

/** Where a picture is sent (POST, the bytes as body) or taken away (DELETE). */
export const pictureUploadPath = (kind: PictureKind): string => `/pictures/${kind}`
