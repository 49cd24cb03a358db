/**
 * Positions of labels of a given height, from the bottom up, so that none overlap: each as close to its value
 * as possible.
 */
export function apart(places: readonly number[], height: number, room: number): number[] {
  const order = places.map((place, index) => ({ place: place - height / 2, index }))
  order.sort((a, b) => a.place - b.place)
  let least = -height / 2
  for (const label of order) {
    label.place = Math.max(label.place, least)
    least = label.place + height
  }
  let most = room - height / 2
  for (const label of order.toReversed()) {
    label.place = Math.min(label.place, most)
    most = label.place - height
  }
  return places.map((_, index) => order.find((label) => label.index === index)?.place ?? 0)
}
