export type PictureKind = 'avatar' | 'agency-logo' | 'platform-logo'

/** Maximum upload size in bytes. */
export const MAX_PICTURE_SIZE = 5 * 1024 * 1024

/** Path to upload (POST, raw body) or remove (DELETE) a picture. */
export const pictureUploadPath = (kind: PictureKind): string => `/pictures/${kind}`
