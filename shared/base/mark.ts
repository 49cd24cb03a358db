/** The portal's mark on a grid of 24: an arch with an open door. A single color, legible at 16 px. */
export const MARK = {
  arch: 'M4 20.5V10a8 8 0 0 1 16 0v10.5h-2.5V10a5.5 5.5 0 0 0-11 0v10.5z',
  door: 'M6 10a5.5 5.5 0 0 1 6.5-5.6V23.2L6 20.5zM9.3 14a1 1.2 0 1 0 2 0 1 1.2 0 1 0-2 0z',
} as const
