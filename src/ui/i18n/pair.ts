/** A short text in both languages, for one panel or one lesson alone. */
export interface Pair<Text = string> {
  readonly zh: Text;
  readonly en: Text;
}
