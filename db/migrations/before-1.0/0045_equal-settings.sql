-- A commit between 0039 and 1.0 made this index with a setting that it has no longer.
ALTER INDEX "search_entries_trigrams" RESET (fastupdate);
