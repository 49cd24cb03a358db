export const RECOVERY_CODES = 10

/** Setup data for an authenticator app; only returned once. */
export interface TwoFactorSetupDto {
  /** Base32. */
  secret: string
  /** The `otpauth://…` URL encoded in the QR code. */
  url: string
  /** The QR code as SVG path data in a square of `size` units. */
  qr: { path: string; size: number }
}

export interface RecoveryCodesDto {
  recovery_codes: string[]
}
