/* lstat of all files whose paths stand in a file, each ended by NUL: ROUNDS times, the nanoseconds of each round. */

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>

enum { ROUNDS = 15 };

int main(int count, char **words) {
  if (count != 2) return 2;
  FILE *list = fopen(words[1], "rb");
  if (list == NULL) return 1;
  fseek(list, 0, SEEK_END);
  long size = ftell(list);
  rewind(list);
  char *paths = malloc((size_t)size + 1);
  if (paths == NULL || fread(paths, 1, (size_t)size, list) != (size_t)size) return 1;
  fclose(list);
  for (int round = 0; round < ROUNDS; round++) {
    struct timespec begin, end;
    struct stat found;
    long long seen = 0;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    for (char *at = paths; at < paths + size; at++) {
      if (lstat(at, &found) == 0) seen += found.st_size;
      while (*at != '\0') at++;
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    printf("%lld %lld\n", (end.tv_sec - begin.tv_sec) * 1000000000LL + (end.tv_nsec - begin.tv_nsec), seen);
  }
  return 0;
}
