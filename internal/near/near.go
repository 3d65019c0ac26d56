// Package near finds the word that was probably meant.
package near

// DidYouMean ends a sentence about an unknown word: with the word that was
// probably meant, or with what else helps.
func DidYouMean(word string, known []string, otherwise string) string {
	best, distance := "", len(word)/2+1
	for _, k := range known {
		if d := editDistance(word, k); d < distance {
			best, distance = k, d
		}
	}
	if best == "" {
		return "; " + otherwise
	}
	return "; did you mean " + best + "?"
}

// editDistance counts the letters to insert, remove or replace.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		prev := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			prev, row[j+1] = row[j+1], min(prev+cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
